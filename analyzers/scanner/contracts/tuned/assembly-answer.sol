// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

library LibRuler {
    function enforceIsRuler() internal view {}
}

contract AssemblyAnswer {
    address private immutable logic;
    uint256 private day;

    constructor(address logic_) {
        require(logic_ != address(0), "zero");
        logic = logic_;
    }

    function setDay() external {
        day = block.timestamp - (block.timestamp % 1 days);
    }

    function setTarget(address payable to) external {
        LibRuler.enforceIsRuler();
        to.transfer(address(this).balance);
    }

    fallback() external payable {
        (bool ok, ) = logic.delegatecall(msg.data);
        assembly { // expect: assembly
            if iszero(ok) { revert(0, 0) }
        }
    }
}
