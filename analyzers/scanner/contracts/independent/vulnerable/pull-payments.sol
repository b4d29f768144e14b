pragma solidity 0.6.8;
pragma experimental ABIEncoderV2;

interface IToken {
    function transferFrom(address a, address b, uint256 c) external returns (bool);
}

contract PullPayments {
    struct Payment {
        address payer;
        address payee;
        uint256 value;
    }

    IToken public token;

    constructor(IToken t) public {
        token = t;
    }

    function settle(Payment calldata p) external {
        require(p.value > 0, "value");
        _pull(p.payer, p.payee, p.value);
    }

    function _pull(address a, address b, uint256 c) private {
        require(token.transferFrom(a, b, c), "pull"); // expect: arbitrary-transfer-from
    }
}
