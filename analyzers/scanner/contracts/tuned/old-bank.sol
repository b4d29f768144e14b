pragma solidity ^0.4.19; // expect: floating-pragma, outdated-compiler

contract OldBank {
    address owner;
    mapping(address => uint256) credit;

    function OldBanc() public { // expect: wrong-constructor
        owner = msg.sender; // expect: unprotected-owner, missing-event
    }

    function put() payable { // expect: default-visibility
        credit[msg.sender] += msg.value;
    }

    function get(uint256 amount) public {
        if (credit[msg.sender] >= amount) {
            if (msg.sender.call.value(amount)()) { // expect: reentrancy
                credit[msg.sender] -= amount;
            }
        }
    }

    function close() { // expect: default-visibility
        suicide(msg.sender); // expect: unprotected-selfdestruct, deprecated
    }

    function close2() public {
        if (msg.sender != owner) throw; // expect: deprecated
        selfdestruct(owner);
    }
}
