pragma solidity ^0.5.0; // expect: floating-pragma, outdated-compiler

contract Token {
    function transfer(address to, uint value) public returns (bool);
    function transferFrom(address from, address to, uint value) public returns (bool);
}

contract OldExchange {
    address public admin;
    mapping(address => mapping(address => uint)) public tokens;
    uint public fee;

    constructor(address admin_) public {
        admin = admin_; // expect: missing-zero-check
    }

    function deposit() external payable {
        tokens[address(0)][msg.sender] = tokens[address(0)][msg.sender] + msg.value;
    }

    function withdraw(uint amount) external {
        require(tokens[address(0)][msg.sender] >= amount);
        tokens[address(0)][msg.sender] = tokens[address(0)][msg.sender] - amount;
        msg.sender.transfer(amount);
    }

    function depositToken(address token, uint amount) external {
        require(Token(token).transferFrom(msg.sender, address(this), amount));
        tokens[token][msg.sender] += amount; // expect: integer-overflow
    }

    function trade(address a, address b, uint amount, address maker) external {
        uint cut = amount * fee / 10000; // expect: integer-overflow
        tokens[a][maker] -= amount + cut; // expect: integer-overflow
        tokens[b][msg.sender] += amount; // expect: integer-overflow
    }

    function setFee(uint fee_) external {
        require(msg.sender == admin);
        fee = fee_;
    }

    function changeAdmin(address next) external {
        require(next != address(0));
        admin = next; // expect: unprotected-owner, missing-event
    }
}
